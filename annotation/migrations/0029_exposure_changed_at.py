"""When the exposure policy of a project was changed last."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0028_samples"),
    ]

    operations = [
        migrations.AddField(
            model_name="exposurepolicy",
            name="changed_at",
            field=models.DateTimeField(
                default=django.utils.timezone.now,
                help_text="The policy concerns items that annotators get from then on.",
            ),
        ),
    ]
