print("formpost")
