import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "Acuerdo, {language} · {project}",
  "page.name": "Acuerdo",
  "page.all": "todas las lenguas",
  "page.path": "Dónde está esta página",
  "live.figures": "Lo que ha llegado desde que se calcularon las cifras se ve en segundos",
  "stamp.as-of": "A las {time}",
  "stamp.as-of.day": "A {day}",
  "stamp.begun": "Calculando",
  "stamp.saves": { one: "{n} guardado desde entonces", other: "{n} guardados desde entonces" },
  "stamp.changed": "algo ha cambiado desde entonces",
  "stamp.again": "Volver a calcular",
  "stamp.working": { one: "Calculando: {done} de {n} ítem", other: "Calculando: {done} de {n} ítems" },
  "stamp.waiting": "A la espera del cálculo…",
  "stamp.failed": "El último cálculo ha fallado: {message}",
  "stamp.policy": "Calculado con {was}; el proyecto usa ahora {policy}.",
  "none.title": "Calculándose por primera vez",
  "none.text":
    "Los intervalos, α, F1 y curvas son demasiado costosos para cada guardado. Aparecen aquí en un momento.",
  "head.name": "IoU de multiconjuntos",
  "head.counted": { one: "media de {n} ítem con n ≥ 2", other: "media de {n} ítems con n ≥ 2" },
  "head.items": { one: "{n} ítem en total", other: "{n} ítems en total" },
  "head.n": "{range} anotadores por ítem",
  "head.range": "{least}–{most}",
  "head.interval": "intervalo del 95 %: {low} – {high}",
  "head.floor": "mínimo 1/n: {floor}",
  "head.mixed": "Aquí se mezclan ítems con n = {ns}: sus valores tienen mínimos distintos y no se comparan.",
  "undefined.no_items": "indefinido: no hay ítems",
  "undefined.no_spans": "indefinido: el esquema no tiene segmentos",
  "undefined.no_pairs": "indefinido: ningún ítem tiene dos anotaciones",
  "undefined.one_item": "indefinido: un solo ítem no tiene dispersión",
  "undefined.nothing_marked": "indefinido: nadie ha marcado nada",
  "undefined.all_marked": "indefinido: todos lo han marcado todo",
  "undefined.no_values": "indefinido: nadie ha puesto las dos etiquetas",
  "undefined.one_value": "indefinido: solo se ha elegido un valor",
  "measures.title": "Medidas",
  "measures.note": "Abre un nombre para ver qué significa, su fórmula y un ejemplo.",
  "name.agreement": "IoU de multiconjuntos",
  "name.interval": "Intervalo del 95 %",
  "name.alpha": "α de Krippendorff",
  "name.character_f1": "F1 por caracteres",
  "name.exact_f1": "F1 por segmentos exactos",
  "name.overlap_f1": "F1 por solapamiento",
  "name.curve": "Curva por tamaño del grupo",
  "name.label_alpha": "α de Krippendorff",
  "name.percentage": "Porcentaje de acuerdo",
  "name.chi_square": "χ²",
  "name.cramers_v": "V de Cramér",
  "explain.agreement":
    "Cuánto de lo que alguien marcó lo marcaron todos: todos los caracteres marcados, cada uno tantas veces como se marcó, entre n veces los que alguien marcó. 1 si nadie marcó nada. No puede ser menor que 1/n.",
  "example.agreement":
    "Ada marca 25 caracteres, Bo 11 de ellos, Chen 13 de ellos: 49 / (3 · 25) = 0,653. El valor de una lengua es la media de sus ítems.",
  "explain.interval":
    "Dónde podría estar también la media: se sacan con reemplazo tantos ítems como hay, 2000 veces, con la semilla del proyecto. El 95 % central de esas medias es el intervalo.",
  "example.interval":
    "0,677 [0,657; 0,697]: otro conjunto de ítems parecido rara vez tendría una media fuera.",
  "explain.alpha":
    "Uno menos el desacuerdo observado entre el esperado, para todos los caracteres de todos los ítems juntos, marcados o no. k de n anotadores marcan un carácter; de los N votos en total, M son marcas. 1 es acuerdo pleno, 0 el que daría el azar.",
  "example.alpha":
    "En una respuesta de 50 caracteres tres anotadores dan 150 votos, 49 de ellos marcas; 18 caracteres los marcan algunos pero no todos, y cada uno suma 1: 1 − 149 · 18 / (49 · 101) = 0,458.",
  "explain.character_f1":
    "De cada par de anotadores: dos veces los caracteres que ambos marcaron, entre los que marcó cada uno. Media de los pares, luego de los ítems. 1 si ninguno marcó nada.",
  "example.character_f1":
    "Ada marca 25 caracteres, Bo 11, todos entre los de Ada: 2 · 11 / (25 + 11) = 0,611.",
  "explain.exact_f1":
    "Lo mismo con segmentos enteros: dos veces los segmentos que ambos tienen del mismo principio al mismo fin, entre los segmentos de los dos.",
  "example.exact_f1": "Ada tiene dos segmentos, Chen uno de esos dos: 2 · 1 / (2 + 1) = 0,667.",
  "explain.overlap_f1":
    "P es la parte de los segmentos de uno que comparten un carácter con alguno del otro, R lo mismo al revés. 1 si ninguno tiene segmentos, 0 si solo uno los tiene.",
  "example.overlap_f1":
    "Ada tiene dos segmentos, Chen uno de esos dos: P = ½, R = 1, así que 2 · ½ · 1 / (½ + 1) = 0,667.",
  "explain.curve":
    "Qué acuerdo esperar de 2, 3, … anotadores: la media de todos los grupos de k anotadores de un ítem, luego de los ítems. Un ítem con menos cuenta con todos los que tiene. Baja con k porque baja su mínimo.",
  "example.curve":
    "Tres anotadores cuyos pares tienen 0,720, 0,760 y 0,706: dos anotadores darían 0,729, tres dan 0,653.",
  "explain.label_alpha":
    "Uno menos el desacuerdo observado entre el esperado; las unidades son los ítems, de cuyas n anotaciones n_c eligieron c. N y N_c son lo mismo sobre todos los ítems.",
  "example.label_alpha": "Tres ítems, elegidos sí sí, sí no, no no: 1 − 5 · 2 / 18 = 0,444.",
  "explain.percentage":
    "La parte de los pares de anotaciones de un ítem que eligieron lo mismo, media de los ítems.",
  "example.percentage": "Tres ítems, elegidos sí sí, sí no, no no: (1 + 0 + 1) / 3 = 0,667.",
  "explain.chi_square":
    "Cuánto se apartan los recuentos O de lo que darían solas filas y columnas, E. Sin corrección; las anotaciones de un ítem dependen unas de otras, así que no es una prueba.",
  "example.chi_square": "Recuentos 9, 3 / 1, 7: se esperan 6, 6 / 4, 4, así que 9/6 + 9/6 + 9/4 + 9/4 = 7,5.",
  "explain.cramers_v": "χ² llevado a una escala de 0, las etiquetas no tienen nada que ver entre sí, a 1.",
  "example.cramers_v": "χ² = 7,5 con 20 anotaciones en dos filas y dos columnas: √(7,5 / 20) = 0,612.",
  "plot.svg": "SVG",
  "plot.csv": "CSV",
  "plot.svg.label": "Descargar como SVG: {plot}",
  "plot.csv.label": "Descargar como CSV: {plot}",
  "plot.table": "Como tabla",
  "plot.none": "No hay nada que dibujar antes de que un ítem tenga dos anotaciones.",
  "distribution.title": "Cómo se reparten los ítems",
  "distribution.note": "Ítems por acuerdo; línea: media, barra: intervalo del 95 %, discontinua: mínimo 1/n",
  "distribution.label": {
    one: "Histograma del acuerdo de {n} ítem; media {mean}",
    other: "Histograma del acuerdo de {n} ítems; media {mean}",
  },
  "distribution.from": "Desde",
  "distribution.to": "Hasta",
  "distribution.items": "Ítems",
  "distribution.axis": "acuerdo",
  "curve.title": "Con menos anotadores",
  "curve.note": "Acuerdo esperado de k anotadores, sobre todos sus subconjuntos",
  "curve.sampled": {
    one: "En {n} ítem con más de 12 anotadores, estimado con 1000 órdenes al azar; barras: dos veces el error estándar",
    other:
      "En {n} ítems con más de 12 anotadores, estimado con 1000 órdenes al azar; barras: dos veces el error estándar",
  },
  "curve.label": "Acuerdo esperado según el número de anotadores, de {first} con k = 2 a {last} con k = {k}",
  "curve.label.many": {
    one: "Curva por tamaño del grupo de {n} lengua",
    other: "Curvas por tamaño del grupo de {n} lenguas",
  },
  "curve.axis": "anotadores por ítem, k",
  "curve.k": "k",
  "curve.agreement": "Acuerdo",
  "curve.error": "Error estándar",
  "languages.title": "Lenguas",
  "languages.caption": "Acuerdo por lengua, política {policy}",
  "languages.language": "Lengua",
  "languages.n": "n",
  "languages.counted": "Ítems contados",
  "labels.spans": "Por etiqueta de segmento",
  "labels.items": "Etiquetas de ítem",
  "labels.label": "Etiqueta",
  "labels.n": "Anotaciones",
  "table.title": "{rows} × {columns}",
  "table.caption": {
    one: "{n} anotación que pone las dos etiquetas",
    other: "{n} anotaciones que ponen las dos etiquetas",
  },
  "table.total": "Todo",
  "table.freedom": { one: "{n} grado de libertad", other: "{n} grados de libertad" },
  "table.dependent": "Las anotaciones de un ítem dependen unas de otras: χ² describe, no pone a prueba.",
  "behind.annotations": {
    one: "{n} anotación: su ítem",
    other: "{n} anotaciones: sus ítems, cada uno una vez",
  },
} as const satisfies Spanish<typeof en>;
