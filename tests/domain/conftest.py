from hypothesis import settings

# Tests must not fail on a busy machine, so no deadline applies.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
