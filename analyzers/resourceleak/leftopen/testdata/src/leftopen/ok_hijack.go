package leftopen

import (
	"io"
	"net"
	"net/http"
)

// What the goroutine gets it closes.
func (t *tunnel) okStarted(w http.ResponseWriter, r *http.Request) {
	client, _, err := takeOver(w)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	go func() {
		defer client.Close()
		_, _ = io.WriteString(client, "hello\r\n")
	}()
}

type peers struct{ conns []net.Conn }

// It is kept.
func (p *peers) okKept(w http.ResponseWriter) error {
	conn, _, err := takeOver(w)
	if err != nil {
		return err
	}
	p.conns = append(p.conns, conn)
	return nil
}
