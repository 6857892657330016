package callwithoutcontext

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os/exec"
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
