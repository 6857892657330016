package leftopen

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
)

// A tunnel joins the connection of a client with one of a backend.
type tunnel struct {
	dial func(ctx context.Context) (net.Conn, error)
}

// The client's connection stays open where the backend cannot be reached.
func (t *tunnel) serve(w http.ResponseWriter, r *http.Request) error {
	client, buf, err := takeOver(w)
	if err != nil {
		return err
	}
	backend, err := t.dial(r.Context())
	if err != nil {
		_, _ = io.WriteString(client, "HTTP/1.1 502 Bad Gateway\r\n\r\n")
		return err // want `client, opened at line 19, stays open on this return`
	}
	defer client.Close()
	defer backend.Close()
	_, err = io.Copy(backend, buf)
	return err
}

func takeOver(w http.ResponseWriter) (net.Conn, *bufio.ReadWriter, error) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		return nil, nil, errors.New("no hijacker")
	}
	return hijacker.Hijack()
}

// So it does where nothing closes it.
func hello(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack() // want `conn, opened here, is never closed`
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, "hello\r\n")
}
