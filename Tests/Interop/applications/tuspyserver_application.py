"""A server of tus 1.0 with tuspyserver: uploads go to DIRECTORY."""

import os

from fastapi import FastAPI
from tuspyserver import create_tus_router

app = FastAPI()
app.include_router(create_tus_router(prefix="files", files_dir=os.environ["DIRECTORY"]))
