"""Single sign-on. django-allauth speaks with the provider; what follows from who it says somebody is, is Morel's.

`adapter` and `urls` are loaded only where the settings name a provider.
"""
