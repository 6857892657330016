package socketleft

import (
	"net"
	"net/http"
	"os"
)

type agent struct {
	sock string
	srv  *http.Server
}

// Nope. The file is removed before.
func (a *agent) serve() error {
	if err := os.Remove(a.sock); err != nil && !os.IsNotExist(err) {
		return err
	}
	ln, err := net.Listen("unix", a.sock)
	if err != nil {
		return err
	}
	return a.srv.Serve(ln)
}
