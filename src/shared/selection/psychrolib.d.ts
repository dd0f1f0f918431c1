/**
 * The functions of psychrolib 1.1.1 that we call. SI: °C, Pa, kg water per kg dry air, m³/kg dry air, relative humidity
 * 0..1.
 */
declare module 'psychrolib' {
  type Psychrolib = {
    readonly SI: number
    SetUnitSystem(system: number): void
    GetStandardAtmPressure(altitudeM: number): number
    GetSatVapPres(temperatureC: number): number
    GetHumRatioFromRelHum(temperatureC: number, relativeHumidity: number, pressurePa: number): number
    GetSatHumRatio(temperatureC: number, pressurePa: number): number
    GetRelHumFromHumRatio(temperatureC: number, humidityRatio: number, pressurePa: number): number
    GetTDewPointFromHumRatio(temperatureC: number, humidityRatio: number, pressurePa: number): number
    GetHumRatioFromTWetBulb(temperatureC: number, wetBulbC: number, pressurePa: number): number
    GetVapPresFromHumRatio(humidityRatio: number, pressurePa: number): number
    GetMoistAirVolume(temperatureC: number, humidityRatio: number, pressurePa: number): number
    GetMoistAirDensity(temperatureC: number, humidityRatio: number, pressurePa: number): number
    GetMoistAirEnthalpy(temperatureC: number, humidityRatio: number): number
  }
  const psychrolib: Psychrolib
  export default psychrolib
}
