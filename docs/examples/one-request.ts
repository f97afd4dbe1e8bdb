// Sends single requests to the local service and reads typed responses.
//
//   node one-request.js 'Phường Hoàn Kiếm, Hà Nội'
import { openService } from 'geomill';
import { OPERATIONS } from 'geomill/contract';

const text = process.argv[2] ?? 'Phường Hoàn Kiếm, Hà Nội';
const { service, close } = await openService();
try {
  const { features } = await service.geocodeForward({ text });
  const [match] = features;
  const [lng, lat] = match?.geometry?.coordinates ?? [];
  if (match && lng !== undefined && lat !== undefined) {
    const { forcodes } = await service.encodeForcode({ lat, lng });
    console.log(`${match.properties.label}: ${lat}, ${lng}, ${forcodes}`);
  } else console.log('no match');
  console.log(`The interface has ${Object.keys(OPERATIONS).length} operations.`);
} finally {
  await close();
}
