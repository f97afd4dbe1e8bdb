import { createEngine } from '../../src/geocoder/engine.ts';
import { loadDataset } from '../../src/gazetteer/store/load-dataset.ts';
import { openDataset } from '../../src/gazetteer/store/open-dataset.ts';
for (const d of ['fixtures/starter','/tmp/places/starter','fixtures/starter','/tmp/places/starter']) {
 const c=process.cpuUsage(); const e=createEngine(openDataset(await loadDataset(d)));
 const o=process.cpuUsage(c);
 const a=e.forward('86 Bát Đàn, Hoàn Kiếm, Hà Nội',{size:2,units:'new'});
 const f=process.cpuUsage(c);
 console.log(d,(o.user+o.system)/1000,(f.user+f.system)/1000,a.map(x=>x.level+' '+x.label+' '+x.extension.score));
}
const e=createEngine(openDataset(await loadDataset('/tmp/places/starter')));
for (const q of ['337 Lĩnh Nam, Vĩnh Hưng, Hoàng Mai','23 Đ. Số 2, Phường Linh Xuân','14-585 Tô Ký, Quận 12','39 48 Lã Xuân Oai','1 Lê Lợi, Quận 1','Highlands Coffee','Vietcombank','Trường THCS Nguyễn Du','12 Nguyễn Huệ, Quận 1, TP.HCM'])
 console.log(q,'->',e.forward(q,{size:4,units:'new'}).map(x=>x.level+' '+x.label+' '+x.extension.score));
for (const q of ['12 le van sy','phở','ho','hồ','Lê Lợi','le loi','12 Lê Văn Sỹ'])
 console.log(q,'~>',e.suggest(q,{},{size:6,units:'new'}).map(x=>x.level+' '+x.label));
