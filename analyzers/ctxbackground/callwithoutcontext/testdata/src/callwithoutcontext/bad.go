package callwithoutcontext

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"

	"github.com/gin-gonic/gin"
)

type store struct{ db *sql.DB }

func (s *store) names(ctx context.Context) (*sql.Rows, error) {
	return s.db.Query("SELECT name FROM users") // want `s.db.Query ignores ctx: its work continues after the caller's context is canceled; QueryContext takes it`
}

func begun(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	return db.Begin() // want `db.Begin ignores ctx: .*; BeginTx takes it`
}

func inClosure(ctx context.Context, db *sql.DB) error {
	ping := func() error {
		return db.Ping() // want `db.Ping ignores ctx`
	}
	return ping()
}

func fetch(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `http.NewRequest ignores ctx: .*; NewRequestWithContext takes it`
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func render(ctx context.Context, name string) ([]byte, error) {
	return exec.Command("pdftotext", name).Output() // want `exec.Command ignores ctx: .*; CommandContext takes it`
}

func version(w http.ResponseWriter, r *http.Request) {
	out, err := exec.Command("git", "describe").Output() // want `exec.Command ignores r.Context\(\)`
	if err != nil {
		http.Error(w, "version", http.StatusInternalServerError)
		return
	}
	w.Write(out)
}

func list(c *gin.Context, db *sql.DB) {
	var n int
	if err := db.QueryRow("SELECT count(*) FROM users").Scan(&n); err != nil { // want `db.QueryRow ignores c.Request.Context\(\)`
		return
	}
	fmt.Fprintln(io.Discard, n)
}

func dial(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial ignores ctx: .*; DialContext of a net.Dialer takes it`
}

type files struct{}

func (f *files) Load(name string) ([]byte, error) { return f.LoadContext(context.Background(), name) }

func (f *files) LoadContext(ctx context.Context, name string) ([]byte, error) {
	return nil, ctx.Err()
}

func (f *files) first(ctx context.Context, names []string) ([]byte, error) {
	for _, name := range names {
		if data, err := f.Load(name); err == nil { // want `f.Load ignores ctx: .*; LoadContext takes it`
			return data, nil
		}
	}
	return nil, io.EOF
}

// The request that is read from a connection gets another context.
func upgraded(ctx context.Context, req *http.Request) error {
	req = req.WithContext(ctx)
	return hop(req, "example.com:80")
}

func hop(req *http.Request, url string) error {
	conn, err := net.Dial("tcp", url) // want `net.Dial ignores req.Context\(\): .*`
	if err != nil {
		return err
	}
	return conn.Close()
}
