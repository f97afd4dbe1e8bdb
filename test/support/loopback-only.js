// Loaded with `node --import`: connections leave this machine for no reason, so that a command that needs a network fails.
import { Socket } from 'node:net';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|)$/;
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host =
    typeof first === 'object' && first !== null
      ? (first.host ?? '')
      : typeof args[1] === 'string'
        ? args[1]
        : '';
  const isPath = typeof first === 'object' ? first?.path !== undefined : isNaN(Number(first));
  if (!isPath && !LOOPBACK.test(host)) throw new Error(`a command of a document connects to ${host}`);
  return connect.apply(this, args);
};
