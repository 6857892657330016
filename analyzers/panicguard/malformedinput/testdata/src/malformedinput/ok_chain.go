package malformedinput

import (
	"net"

	"github.com/rs/zerolog"
)

// Silent: the end of the chain ends the process.
func listening(l *zerolog.Logger, addr string) {
	go func() {
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			l.Fatal().Err(err).Msg("cannot listen")
		}
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
}
