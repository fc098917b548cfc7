from hypothesis import settings

# A busy machine is no fault of the code: nothing here is asserted by the clock.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
