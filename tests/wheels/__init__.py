"""Both wheels as users get them: installed into empty environments, run outside the checkout."""
