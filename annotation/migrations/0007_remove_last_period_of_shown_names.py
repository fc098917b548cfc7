from django.db import migrations


class Migration(migrations.Migration):
    """Separate from the copy: PostgreSQL changes no table with rows that wait for the check of a foreign key."""

    dependencies = [
        ('annotation', '0006_periods_of_shown_names'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='project',
            name='names_hidden_at',
        ),
        migrations.RemoveField(
            model_name='project',
            name='names_shown_at',
        ),
        migrations.RemoveField(
            model_name='project',
            name='names_shown_reason',
        ),
    ]
