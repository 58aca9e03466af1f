"""Reads an OpenAPI 3.1 document from standard input and writes a JSON list of what is wrong with it."""

import json
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator

errors = OpenAPIV31SpecValidator(json.load(sys.stdin)).iter_errors()
json.dump(["/".join(map(str, error.absolute_path)) + ": " + error.message for error in errors], sys.stdout)
