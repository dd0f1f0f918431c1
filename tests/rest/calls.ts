/** The documented calls that stand today: number, method and path as the specifications write them. A row that is forgotten, or made up, fails the contract test. */
export const calls = [
  ['C001', 'POST', '/users/actions/login'],
  ['C002', 'POST', '/users/login'],
  ['C003', 'GET', '/users/getByToken'],
  ['C004', 'GET', '/users/getLoginByToken'],
  ['C005', 'POST', '/users/actions/logout'],
  ['C006', 'GET', '/users/info'],
  ['C007', 'GET', '/users/getProfile/:id'],
  ['C018', 'POST', '/users/changeCompany/:companyId/:userId'],
  ['C020', 'GET', '/company/getByDomain'],
  ['C025', 'POST', '/device/find'],
  ['C027', 'GET', '/device/getById/:id'],
  ['C028', 'POST', '/device/scrap/:id'],
  ['C029', 'POST', '/device/export'],
  ['C030', 'POST', '/device/updateDevice'],
  ['C036', 'POST', '/machine/find'],
  ['C048', 'GET', '/deviceDaily/getLastDate'],
  ['C049', 'POST', '/data/getBasicDataByState/state'],
  ['C050', 'POST', '/data/getStackBarByState'],
  ['C051', 'POST', '/data/lineOnlineRateByDeviceDaily'],
  ['C052', 'POST', '/data/lineOfflineRateByDeviceDaily'],
  ['C053', 'POST', '/data/lineHashRateByDeviceDaily'],
  ['C054', 'POST', '/data/getPieDataByIndicator/:indicator'],
  ['C084', 'POST', '/company/find'],
  ['C088', 'POST', '/client/find'],
  ['C099', 'POST', '/project/upload'],
  ['C102', 'GET', '/city/listCityName'],
  ['C103', 'GET', '/city/listCityData'],
  ['C106', 'POST', '/site/find'],
  ['C107', 'POST', '/account/find'],
] as const

/** Calls of our own, which no document numbers. */
export const ownCalls = [
  ['GET', '/users/publicKey'],
  ['GET', '/system/status'],
] as const
