/**
 * Every constant, default and judgement of the selection, with unit, mark and source: the report prints this table.
 * Marks: S = source read and cited, K = standard engineering knowledge, J = our decision.
 */
export type Constant = { value: number; unit: string; mark: 'S' | 'K' | 'J'; source: string }

const defineConstants = <const Names extends string>(
  table: Record<Names, readonly [number, string, Constant['mark'], string]>,
): Record<Names, Constant> =>
  Object.fromEntries(
    Object.entries<readonly [number, string, Constant['mark'], string]>(table).map(
      ([name, [value, unit, mark, source]]) => [name, { value, unit, mark, source }],
    ),
  ) as Record<Names, Constant>

const gosney =
  'Gosney & Olama 1975, in ASHRAE Refrigeration "Refrigerated-Facility Loads" and the EnergyPlus Engineering Reference'
const ashraeLoads = 'ASHRAE Refrigeration "Refrigerated-Facility Loads"'
const energyPlusWheel = 'EnergyPlus default desiccant wheel (Worek, UIC for GRI), DesiccantDehumidifiers.f90'

export const constants = defineConstants({
  gosneyOlama: [0.221, '-', 'S', gosney],
  gravity: [9.81, 'm/s²', 'K', 'standard gravity, two decimals'],
  flowFactorLimit: [11, 'K', 'S', ashraeLoads],
  flowFactorLarge: [0.8, '-', 'S', `${ashraeLoads}: above 11 K`],
  flowFactorSmall: [1.1, '-', 'S', `${ashraeLoads}: up to 11 K`],
  flowFactorAlwaysOpen: [1, '-', 'K', `${ashraeLoads}: a door that stands open`],
  sealLeakage: [
    5.8064e-4,
    'm³/(s·m)',
    'S',
    'Jekel, IRC: 0.375 ft³/min per ft, middle of 0.25 to 0.5 for sliding doors',
  ],
  airCurtain: [0.5, '-', 'S', 'EnergyPlus 0.5; Jekel/IRC 0.5 to 0.8; Foster 0.31 as installed'],
  stripCurtainFrozen: [0.8, '-', 'K', `${ashraeLoads}: strip curtain in service, store below 0 °C`],
  stripCurtainChilled: [0.85, '-', 'K', `${ashraeLoads}: strip curtain in service, store from 0 °C`],
  mostEffectiveness: [0.95, '-', 'J', 'no door protection is trusted beyond this'],
  zoneLift: [5, 'K', 'J', 'a re-entry room is kept this much above the store'],
  zoneLeast: [5, '°C', 'J', 'lowest temperature of a re-entry room; dock practice 34 °F in Tippmann'],
  noFogStep: [0.05, 'K', 'J', 'step of the search along the mixing line'],
  rotorLowestHumidity: [0.002857, 'kg/kg', 'S', `${energyPlusWheel}: lower limit of the map`],
  rotorHighestHumidity: [0.02857, 'kg/kg', 'S', `${energyPlusWheel}: upper limit of the map`],
  rotorLowestTemperature: [1.67, '°C', 'S', `${energyPlusWheel}: lower limit of the map`],
  rotorHighestTemperature: [48.9, '°C', 'S', `${energyPlusWheel}: upper limit of the map`],
  rotorLeastLeaving: [0.000857, 'kg/kg', 'S', `${energyPlusWheel}: least leaving humidity ratio`],
  rotorFaceVelocity: [4, 'm/s', 'J', 'fitted to the published point of the Cotes CR100'],
  ratingTemperature: [20, '°C', 'K', 'state at which makers rate: 20 °C'],
  ratingHumidity: [60, '%', 'K', 'state at which makers rate: 60 %'],
  ratingAgreement: [0.02, '-', 'J', 'a rating and a capacity factor of one row may differ by this much'],
  levelTemperature: [10, 'K', 'J', 'counts as one between a duty and a point of the maker'],
  levelHumidity: [3, 'g/kg', 'J', 'counts as one between a duty and a point of the maker'],
  nearTemperature: [2.5, 'K', 'J', 'a duty further outside of the points of the maker is flagged'],
  nearHumidity: [1, 'g/kg', 'J', 'a duty further outside of the points of the maker is flagged'],
  airHeat: [1.006, 'kJ/(kg·K)', 'S', 'ASHRAE Fundamentals 2017 ch. 1: specific heat of dry air'],
  sublimationHeat: [2833, 'kJ/kg', 'S', 'EnergyPlus constants'],
  condensationHeat: [2501, 'kJ/kg', 'S', 'ASHRAE Fundamentals 2017 ch. 1, at 0 °C'],
  meltingHeat: [335, 'kJ/kg', 'S', 'EnergyPlus constants'],
  iceHeat: [2, 'kJ/(kg·K)', 'S', 'EnergyPlus constants'],
  coilFan: [8, 'K', 'J', 'coil below the store, cold-air fan; GB 50072-2021 6.3.1 allows at most 10 K direct'],
  coilTubeBank: [10, 'K', 'J', 'coil below the store, tube bank; GB 50072-2021 6.3.1 allows at most 10 K direct'],
  defrostEfficiency: [0.2, '-', 'J', 'share of the heat of a defrost that melts frost'],
  defrostStays: [0.8, '-', 'J', 'share of the heat of a defrost that stays in the store'],
  copColdTemperature: [
    -18,
    '°C',
    'J',
    'store at which and below which the plant has its least coefficient of performance',
  ],
  copCold: [1.5, '-', 'J', 'coefficient of performance of the refrigeration plant, cold store'],
  copWarmTemperature: [
    0,
    '°C',
    'J',
    'store at which and above which the plant has its best coefficient of performance',
  ],
  copWarm: [2.5, '-', 'J', 'coefficient of performance of the refrigeration plant, chilled store'],
  frostThickness: [1, 'mm', 'J', 'frost on the coil at which it is defrosted'],
  frostDensity: [200, 'kg/m³', 'J', 'frost on the coil of a store'],
  coilAirTransfer: [25, 'W/(m²·K)', 'J', 'air side of a coil, for its area and its defrosts alone'],
  mostUnits: [8, '-', 'J', 'more units than this are no sensible plant'],
  defaultAltitude: [0, 'm', 'J', 'used where no altitude is given'],
  defaultOpenDuration: [20, 's', 'K', `${ashraeLoads}: 15 to 25 s an ordinary door`],
  defaultSafety: [1.1, '-', 'J', 'on the load of the design day, not on the annual peak'],
  defaultSweepVelocity: [0.5, 'm/s', 'J', 'size of the buoyancy inflow itself'],
  defaultUnits: [1, '-', 'J', 'duty units at which the search begins'],
  defaultFanSetting: [1, '-', 'J', 'full nominal air flow'],
  defaultMoisture: [0, 'kg/h', 'J', 'no moisture released inside'],
  proposedRoomLength: [6, 'm', 'J', 'proposed re-entry room: two doors are not open at once'],
  proposedRoomWidth: [5, 'm', 'J', 'proposed re-entry room'],
  proposedRoomHeight: [4, 'm', 'J', 'proposed re-entry room, or the tallest door'],
  leastNeed: [1e-6, 'kg/h', 'J', 'less than a milligram an hour is nothing'],
  openingsStep: [0.05, '-', 'J', 'step in which fewer openings are tried'],
})

/** The version in the report: raised with every change of a number or a formula. */
export const calculationVersion = '2.0'
