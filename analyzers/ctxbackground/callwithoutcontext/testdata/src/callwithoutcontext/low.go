package callwithoutcontext

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
	"time"
)

// The client may have gone, and the order is to be stored.
func order(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	if _, err := db.Exec("INSERT INTO orders VALUES (1)"); err != nil { // want `db.Exec ignores r.Context\(\)`
		http.Error(w, "store", http.StatusInternalServerError)
	}
}

// The transaction ends with the context that it was begun with.
func inTransaction(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE orders SET paid = true"); err != nil { // want `tx.Exec ignores ctx`
		return err
	}
	return tx.Commit()
}

// The command lives on.
func daemon(ctx context.Context) (*exec.Cmd, error) {
	cmd := exec.Command("redis-server") // want `exec.Command ignores ctx`
	return cmd, cmd.Start()
}

// It takes away what is no longer wanted.
func (s *store) Close(ctx context.Context) error {
	_, err := s.db.Query("SELECT release()") // want `s.db.Query ignores ctx`
	return err
}

// The dialer may have a limit.
func dialed(ctx context.Context, d *net.Dialer) (net.Conn, error) {
	return d.Dial("tcp", "example.com:25") // want `d.Dial ignores ctx: .*; DialContext takes it`
}

// The resolver has a limit of its own.
func resolve(ctx context.Context, host string) ([]string, error) {
	return net.LookupHost(host) // want `net.LookupHost ignores ctx`
}

// The client limits what dials for it.
func fetchLimited(url string) (*http.Response, error) {
	client := &http.Client{
		Timeout: time.Second,
		Transport: &http.Transport{
			ResponseHeaderTimeout: time.Second,
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				return net.Dial(network, addr) // want `net.Dial ignores ctx`
			},
		},
	}
	return client.Get(url)
}
