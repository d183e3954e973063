"""The house on the network: pages, REST and WebSocket.  Thin: the referee decides, the store keeps."""
