import type { Arabic } from "../types";
import type en from "./en";

export default {
  "theme.name": "المظهر",
  "theme.system": "حسب النظام",
  "theme.light": "فاتح",
  "theme.dark": "داكن",
  "display.language": "اللغة",
  "display.language.browser": "لغة المتصفح",
  "display.size": "حجم النص",
  "display.leading": "ارتفاع السطر",
  "display.designed": "الأحجام الأصلية",
  "display.waiting": "محفوظ في هذا المتصفح، ويُرسل حين يمكن الوصول إلى الخادم.",
  "display.failed": "تعذّر هذا التغيير.",
} as const satisfies Arabic<typeof en>;
