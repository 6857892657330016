package socketleft

import (
	"context"
	"net"
	"net/http"
)

type agent struct {
	sock string
	srv  *http.Server
}

func (a *agent) serve() error {
	ln, err := net.Listen("unix", a.sock) // want `after a kill net.Listen fails with "address already in use": the socket file a.sock stays, and nothing removes it before`
	if err != nil {
		return err
	}
	return a.srv.Serve(ln)
}

func listen(ctx context.Context) (net.Listener, error) {
	var lc net.ListenConfig
	return lc.Listen(ctx, "unix", "/run/agent.sock") // want `the socket file`
}
