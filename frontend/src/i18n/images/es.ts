import type { Spanish } from "../types";
import type en from "./en";

export default {
  name: "Imágenes",
  one: "Imagen",
  place: "Imagen {at} de {total}",
  tools: "Controles de la imagen",
  undescribed: "Imagen sin descripción: {name}",
  previous: "Imagen anterior",
  next: "Imagen siguiente",
  "zoom.in": "Ampliar",
  "zoom.out": "Reducir",
  "zoom.level": "{n} veces el tamaño original",
  fit: "Ajustar",
  rotate: "Girar",
  failed: "No se pudo cargar la imagen.",
  again: "Reintentar",
} as const satisfies Spanish<typeof en>;
