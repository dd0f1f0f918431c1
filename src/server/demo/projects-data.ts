/**
 * A project of the demonstration as its form was filled in; the climate comes from the city. `daysAgo` = when it was
 * saved.
 */
export type DemoProject = {
  daysAgo: number
  seconds: number
  exported: boolean
  fields: Record<string, string | number>
}

const hour = 3_600

/** One exported project with a result, one for which no dehumidifier fits, and a draft. */
export const demoProjects: readonly DemoProject[] = [
  {
    daysAgo: 9,
    seconds: 10 * hour + 1_260,
    exported: true,
    fields: {
      name: '广州南沙冻羊肉库',
      city: '广州',
      customer: '南沙冷链物流',
      customerContact: '陈经理',
      customerReference: 'NS-2026-017',
      outdoorTemp: 31.8,
      outdoorHumidity: 68,
      coldStorageType: 'coldAirFan',
      coldStorageUsage: 'frozen_mutton',
      designTempStorage: -20,
      designHumidityStorage: 85,
      storageLength: 30,
      storageWidth: 20,
      storageHeight: 6,
      door1Length: 2.4,
      door1Height: 2.7,
      door1Width: 0.2,
      door1OpenState: 'occasionally',
      door1OpenCountDaily: 360,
      door2Length: 1.2,
      door2Height: 2.2,
      door2Width: 0.2,
      door2OpenState: 'occasionally',
      door2OpenCountDaily: 20,
      doorOperationTimeDaily: 10,
      reentryRoomLength: 6,
      reentryRoomWidth: 5,
      reentryRoomHeight: 4,
      doorOpenCountDaily: 120,
      doorOpenDuration: 20,
      hasAirCurtain: 'yes',
      hasDoorCurtain: 'yes',
      deviceWindAdjust: 1,
    },
  },
  {
    daysAgo: 4,
    seconds: 15 * hour + 480,
    exported: true,
    fields: {
      name: '三亚渔港冻鱼库',
      city: '三亚',
      outdoorTemp: 31,
      outdoorHumidity: 73,
      coldStorageType: 'tubeBank',
      coldStorageUsage: 'frozen_fish',
      designTempStorage: -22,
      designHumidityStorage: 90,
      storageLength: 60,
      storageWidth: 40,
      storageHeight: 9,
      door1Length: 4,
      door1Height: 4.5,
      door1Width: 0.25,
      door1OpenState: 'alwaysOpen',
      door2Length: 3,
      door2Height: 3.5,
      door2Width: 0.25,
      door2OpenState: 'occasionally',
      door2OpenCountDaily: 240,
      doorOperationTimeDaily: 16,
      doorOpenCountDaily: 200,
      doorOpenDuration: 30,
      hasAirCurtain: 'no',
      hasDoorCurtain: 'no',
    },
  },
  {
    daysAgo: 1,
    seconds: 16 * hour + 2_100,
    exported: false,
    fields: {
      name: '哈尔滨冷鲜猪肉库',
      city: '哈尔滨',
      coldStorageType: 'coldAirFan',
      coldStorageUsage: 'chilled_pork',
      designTempStorage: 1,
      designHumidityStorage: 88,
      storageLength: 24,
      storageWidth: 15,
      storageHeight: 5,
      door1Length: 2,
      door1Height: 2.4,
    },
  },
]
