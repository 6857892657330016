package sockets

import "net"

func NewUnixSocket(path string, gid int) (net.Listener, error) { return make(path, gid) }

var make func(string, int) (net.Listener, error)
