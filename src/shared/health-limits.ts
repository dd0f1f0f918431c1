/** The measurements with normal limits. */
export const exceptionKinds = ['bloodPressure', 'fastingBloodSugar', 'bmi'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/**
 * Normal limits of adults: from `min` up to, but excluding, `below`. Blood pressure in mmHg: 中国高血压防治指南(2024年修订版):
 * hypertension from 140/90; below 90/60 is low. Fasting blood sugar in mmol/L: 中国2型糖尿病防治指南(2020年版): normal below 6.1;
 * below 3.9 is low. BMI in kg/m²: WS/T 428-2013 成人体重判定: 18.5 to below 24.0 is normal.
 */
export const normalLimits = {
  systolic: { kind: 'bloodPressure', column: 'systolic', min: 90, below: 140 },
  diastolic: { kind: 'bloodPressure', column: 'diastolic', min: 60, below: 90 },
  fastingBloodSugar: { kind: 'fastingBloodSugar', column: 'fasting_blood_sugar', min: 3.9, below: 6.1 },
  bmi: { kind: 'bmi', column: 'bmi', min: 18.5, below: 24 },
} as const satisfies Record<string, { kind: ExceptionKind; column: string; min: number; below: number }>

type Measured = Record<keyof typeof normalLimits, number | null>

/** Return the kinds of measurements outside their limits; a missing value counts as normal. */
export const exceptionsOf = (measured: Measured): ExceptionKind[] =>
  exceptionKinds.filter((kind) =>
    (Object.keys(normalLimits) as (keyof typeof normalLimits)[]).some((name) => {
      const { kind: of, min, below } = normalLimits[name]
      const value = measured[name]
      return of === kind && value !== null && (value < min || value >= below)
    }),
  )
