"""Generated requests to every operation of the API, as four kinds of people, against a real server: `make fuzz`.

`site` builds a site in which everything that a path can name exists. `real_values` names what it has. `requests`
generates the requests of an operation from `api/schema.yaml` by schemathesis. `findings` collects what is wrong.
"""
