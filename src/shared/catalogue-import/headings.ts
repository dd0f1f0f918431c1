import { type CatalogueColumn, catalogueColumns } from '#shared/catalogue.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import { inOurs, type Unit, unitInHeading, unitNamed } from './units.ts'

/**
 * The meaning of a column in a manufacturer's table. `at` = the air condition of all its values, if the heading gives
 * it: °C and %.
 */
export type ColumnChoice = {
  heading: string
  column: CatalogueColumn | null
  unit: string | null
  at: { tC: number; rhPct: number } | null
}

/** Normalize a heading: one spelling, without brackets, bracketed units and punctuation. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{【][^)\]}】]*[)\]}】]?/g, ' ')
    .replace(/[_\-–./:,;*#|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Words of manufacturers in English, German, French, Dutch and Chinese; the longest that a heading contains decides.
 */
const words: Record<CatalogueColumn, string> = {
  model:
    'model|model no|type|typ|modell|modèle|gerätetyp|gerät|bezeichnung|produkt|product|unit|item|model number|modellnummer|model name|part no|part number|article|modelnummer|型号|机型|产品型号|规格型号',
  family: 'series|family|range name|baureihe|serie|série|产品系列|系列',
  airflowM3h:
    'air flow|airflow|air volume|process air|process air flow|process airflow|process flow|nominal air flow|rated airflow|dry air flow|supply air|luftmenge|luftvolumenstrom|volumenstrom|prozessluft|prozessluftmenge|nennluftmenge|trockenluft|trockenluftmenge|luftleistung|débit d air|luchtdebiet|风量|处理风量|额定风量|送风量|空气流量',
  capFactor: 'capacity factor|leistungsfaktor|能力系数',
  ratedCapacityKgH:
    'capacity|rated capacity|dehumidification capacity|dehumidification|drying capacity|moisture removal|moisture removal capacity|water removal|removal|removal rate|entfeuchtungsleistung|entfeuchtungskapazität|entfeuchtung|entfeuchterleistung|trocknungsleistung|capacité|ontvochtigingscapaciteit|除湿量|额定除湿量|除湿能力|除湿',
  fanKw:
    'fan|fan power|fan motor|process fan|blower|ventilator|ventilatorleistung|lüfter|lüfterleistung|gebläse|ventilateur|风机|风机功率|电机功率',
  regenKw:
    'regeneration power|regeneration heater|regen heater|regen power|reactivation heater|reactivation power|reactivation energy|heater|heater power|heating power|heater capacity|heizleistung|regenerationsleistung|regenerationsheizung|heizregister|heizung|再生功率|再生加热功率|加热功率|再生加热',
  tMin: 'operating range|operating temperature|operating temperature range|temperature range|application range|working temperature|ambient range|einsatzbereich|temperaturbereich|betriebstemperatur|使用温度|使用温度范围|工作温度|工作温度范围|适用温度|温度范围|tmin|t min|min temp|minimum temperature|lowest temperature|min inlet temp|mindesttemperatur|min temperatur|einsatzgrenze unten|lower limit|最低温度|最低进风温度|最低工作温度',
  tMax: 'tmax|t max|max temp|maximum temperature|highest temperature|max inlet temp|höchsttemperatur|max temperatur|einsatzgrenze oben|upper limit|最高温度|最高进风温度|最高工作温度',
  lengthMm:
    'dimensions|dimension|overall dimensions|size|sizes|abmessungen|abmessung|maße|dimensions hors tout|外形尺寸|尺寸|length|länge|depth|tiefe|longueur|lengte|长|长度|l',
  widthMm: 'width|breite|largeur|breedte|宽|宽度|b|w',
  heightMm: 'height|höhe|hauteur|hoogte|高|高度|h',
  weightKg: 'weight|mass|gewicht|masse|poids|net weight|重量|净重|质量',
  dimsStatus: 'sizes from|尺寸来源',
  maker: 'maker|manufacturer|brand|make|hersteller|marke|fabricant|merk|fabrikant|制造商|厂家|品牌|生产厂家',
  sheet: 'sheet|data sheet|datasheet|datenblatt|fiche technique|样本',
  sheetDate: 'sheet date|date|datum|stand|revision date|日期|样本日期',
  source: 'source|quelle|来源|数据来源',
  heatSource:
    'heat source|heater type|type of heat|regeneration type|reactivation type|regeneration heat|heating medium|wärmequelle|heizmedium|再生热源|再生方式|热源',
  regenTempC:
    'regeneration temperature|regen temperature|regen temp|reactivation temperature|reactivation temp|regenerationstemperatur|再生温度',
  regenAirflowM3h:
    'regeneration air|regeneration air flow|regeneration airflow|regen air|regen airflow|reactivation air|reactivation airflow|reactivation air flow|regenerationsluft|regenerationsluftmenge|再生风量',
  price: 'price|list price|unit price|preis|listenpreis|prix|prijs|单价|价格|报价',
  currency: 'currency|währung|devise|valuta|货币|币种',
  tC: 'temperature|temp|process temperature|process air temperature|process temp|inlet temperature|inlet temp|entering air|entering temp|air temperature|dry bulb|lufttemperatur|eintrittstemperatur|zulufttemperatur|prozesslufttemperatur|temperatur|température|temperatuur|进风温度|温度|空气温度|t',
  rhPct:
    'relative humidity|rh|r h|humidity|rel humidity|relative feuchte|rel feuchte|luftfeuchte|feuchte|luftfeuchtigkeit|r f|humidité relative|相对湿度|湿度',
  wGKg: 'humidity ratio|moisture|entering moisture|inlet humidity ratio|grains|absolute humidity|moisture content|specific humidity|inlet moisture|absolute feuchte|abs feuchte|wassergehalt|feuchtegehalt|含湿量|进风含湿量|绝对湿度',
  kgH: 'capacity at point|point capacity|点 除湿量',
  heaterKw: 'heater at point|point heater|点 再生功率',
}
const spellings = catalogueColumns.map((column) => ({
  column,
  own: [
    column.toLowerCase(),
    ...(['zh', 'en'] as const).flatMap((language) => [
      catalogueColumnLabel(language, column),
      plainHeading(catalogueColumnLabel(language, column)),
    ]),
  ].map((name) => name.toLowerCase()),
  words: words[column].split('|'),
}))

/** Is a heading one of our own names of a column, in either language? */
export const isOwnHeading = (column: CatalogueColumn, heading: string): boolean =>
  spellings.some(
    (spelling) => spelling.column === column && spelling.own.includes(heading.normalize('NFKC').trim().toLowerCase()),
  )

const isWord = (text: string, word: string): boolean =>
  /[\u3400-\u9fff]/.test(word) ? text.includes(word) : ` ${text} `.includes(` ${word} `)
const ownNames = 1_000
const wholeHeading = 100

/** Rate how well a column fits a heading; 0 = not at all. */
function closeness(text: string, whole: string, { own, words: known }: (typeof spellings)[number]): number {
  if (own.includes(text) || own.includes(whole)) return ownNames
  if (known.includes(text)) return wholeHeading
  return Math.max(0, ...known.filter((word) => word.length > 1 && isWord(text, word)).map((word) => word.length))
}

const highest = /\b(max|maximum|highest|höchste|maximal|upper|obere)\b|最高|上限/
const lowest = /\b(min|minimum|lowest|niedrigste|minimal|lower|untere)\b|最低|下限/

/** Return the most likely column of a heading; null = none. */
export function columnOfHeading(heading: string): CatalogueColumn | null {
  const whole = heading.normalize('NFKC').trim().toLowerCase()
  // A unit at the end of a heading is not part of its name.
  const text = plainHeading(whole)
    .replace(/ (cfm|m3 h|m³ h|kg h|g h|lb h|lb hr|lbs hr|lbs h|°?[cf]|kw|mm|kg|lbs?|%)$/, '')
    .replace(/(?<!\d)\d+(?:[.,]\d+)? ?° ?[cf]\b[\s\S]*$/, '')
    .replace(/(?<![@ ])[@ ]*\b(?:at|bei|by|à)?$/, '')
    .trim()
  let best: { column: CatalogueColumn; score: number } | null = null
  for (const spelling of spellings) {
    const score = closeness(text, whole, spelling)
    if (score > (best?.score ?? 0)) best = { column: spelling.column, score }
  }
  if (
    (best === null || best.column === 'tC' || best.column === 'tMin') &&
    (best?.score ?? 0) < ownNames &&
    (best !== null || unitInHeading('tC', whole))
  ) {
    if (highest.test(text)) return 'tMax'
    if (lowest.test(text)) return 'tMin'
  }
  return byUnit(best?.column ?? null, heading)
}

/**
 * Correct a column that contradicts its unit: a column in grains is not relative humidity, and kg/h at some air
 * condition is a capacity.
 */
function byUnit(column: CatalogueColumn | null, heading: string): CatalogueColumn | null {
  if (column === 'rhPct' && !unitInHeading('rhPct', heading) && unitInHeading('wGKg', heading)) return 'wGKg'
  if (column === 'wGKg' && !unitInHeading('wGKg', heading) && unitInHeading('rhPct', heading)) return 'rhPct'
  if (column === null && airInHeading(heading) && unitInHeading('ratedCapacityKgH', heading)) return 'ratedCapacityKgH'
  return column
}

const ranges =
  /\brange\b|operating temp|working temp|bereich|betriebstemp|范围|使用温度|工作温度|适用温度|[~～…]|\bto\b|\bbis\b/i
/** Does one column contain the lowest and the highest temperature together? */
export const isRangeHeading = (heading: string): boolean => {
  const text = heading.toLowerCase()
  return ranges.test(text) && !highest.test(text) && !lowest.test(text)
}

const currencies: readonly [RegExp, string][] = [
  [/€|\beur\b|\bk€/i, 'EUR'],
  [/£|\bgbp\b/i, 'GBP'],
  [/\bchf\b/i, 'CHF'],
  [/\bjpy\b|日元/i, 'JPY'],
  [/\busd\b|us\$|\$|美元/i, 'USD'],
  [/¥|￥|元|\bcny\b|\brmb\b|人民币/i, 'CNY'],
]
/** Return the currency in a heading or a price, as its code of three letters; null = none. */
export const currencyIn = (text: string): string | null =>
  currencies.find(([pattern]) => pattern.test(text))?.[1] ?? null

const number = (text = ''): number => Number(text.replace(',', '.'))
/** Return the air condition in a heading, such as "at 80 °F / 60 % RH"; null = none. */
export function airInHeading(heading: string): ColumnChoice['at'] {
  const found = /((?:-|(?<!\d))\d+(?:[.,]\d+)?)\s*(?:°\s*)?([CF])(?![a-z])[^0-9%]{0,12}(\d+(?:[.,]\d+)?)\s*%/i.exec(
    heading.normalize('NFKC').replace('−', '-'),
  )
  const unit: Unit | null = found && unitNamed('tC', found[2] ?? '')
  return found && unit ? { tC: inOurs(number(found[1]), unit), rhPct: number(found[3]) } : null
}

const ratingAir = { tC: 20, rhPct: 60 }
const nearRating = 0.3
const isRatingAir = ({ tC, rhPct }: { tC: number; rhPct: number }): boolean =>
  Math.abs(tC - ratingAir.tC) <= nearRating && rhPct === ratingAir.rhPct

/**
 * Guess for each heading the column, its unit, and the air condition of a capacity. Each column is used once, except
 * points at several air conditions.
 */
export function guessColumns(headings: readonly string[]): ColumnChoice[] {
  const taken = new Set<CatalogueColumn>()
  const guesses = headings.map((heading): ColumnChoice => {
    const air = airInHeading(heading)
    let column = heading.trim() === '' ? null : columnOfHeading(heading)
    const isPoint = column === 'ratedCapacityKgH' && air !== null && !isRatingAir(air)
    if (isPoint) column = 'kgH'
    if (column !== null && !isPoint && taken.has(column)) column = null
    if (column !== null) taken.add(column)
    return {
      heading,
      column,
      unit: column === null ? null : (unitInHeading(column, heading)?.unit ?? null),
      at: isPoint ? air : null,
    }
  })
  // If each line gives its air condition, its capacity and its heater power are those of a point.
  const isPointTable = taken.has('tC') && (taken.has('rhPct') || taken.has('wGKg')) && !taken.has('kgH')
  // Next to points at other air conditions, the rating is a point too, because points alone decide a model's capacity.
  const isOnePoint = guesses.some(({ at }) => at !== null)
  return guesses.map((guess) => {
    if (guess.column !== 'ratedCapacityKgH') return guess
    return isPointTable
      ? { ...guess, column: 'kgH' }
      : { ...guess, at: isOnePoint ? airInHeading(guess.heading) : null }
  })
}
