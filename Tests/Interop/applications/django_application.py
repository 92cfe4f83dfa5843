"""Django's own multipart parser."""

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import re_path
from parts import Digest, described, part

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="none",
    DATA_UPLOAD_MAX_MEMORY_SIZE=None, DATA_UPLOAD_MAX_NUMBER_FIELDS=None,
    DATA_UPLOAD_MAX_NUMBER_FILES=None)
django.setup()


def form(request):
    fields = [part(name, value.encode()) for name, values in request.POST.lists()
              for value in values]
    files = [_file(name, file) for name, files in request.FILES.lists() for file in files]
    return JsonResponse({"parts": fields + files})


def _file(name, file):
    digest = Digest()
    for content in file.chunks():
        digest.write(content)
    return described(name, digest, file.name, file.content_type)


urlpatterns = [re_path("", form)]
app = get_wsgi_application()
