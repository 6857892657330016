package malformedinput

import (
	"net"

	"github.com/rs/zerolog"
)

// The error is logged, and the goroutine continues.
func listeningOn(l *zerolog.Logger, addr string) {
	go func() {
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			l.Error().Err(err).Msg("cannot listen")
		}
		for {
			conn, err := ln.Accept() // want `ln.Accept is used although the call before it may have failed`
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
}
