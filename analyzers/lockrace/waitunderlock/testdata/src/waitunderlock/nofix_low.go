package waitunderlock

import (
	"context"
	"database/sql"
	"encoding/json"
	"net"
	"net/http"
	"sync"
	"time"
)

type token struct {
	mu     sync.Mutex
	value  string
	expiry time.Time
}

// Who needs the token waits for it in any case.
func (t *token) get() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Now().Before(t.expiry) {
		return t.value, nil
	}
	resp, err := http.Get("http://auth/token") // want `token\.invalidate blocks`
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var answer struct{ Token string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return "", err
	}
	t.value = answer.Token
	t.expiry = time.Now().Add(time.Hour)
	return t.value, nil
}

func (t *token) invalidate() {
	t.mu.Lock()
	t.value = ""
	t.mu.Unlock()
}

type accounts struct {
	mu  sync.Mutex
	db  *sql.DB
	all map[string]int
}

// The lock may order the writes.
func (a *accounts) set(ctx context.Context, name string, n int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.db.ExecContext(ctx, "UPDATE accounts SET n = $1 WHERE name = $2", n, name); err != nil { // want `accounts\.get blocks`
		return err
	}
	a.all[name] = n
	return nil
}

func (a *accounts) get(name string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all[name]
}

// The helper that connects keeps the connection.
type link struct {
	mu sync.Mutex
	c  net.Conn
}

func (l *link) connect() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dial() // want `link\.connected blocks`
}

func (l *link) dial() error {
	c, err := net.Dial("tcp", "broker:9092")
	if err != nil {
		return err
	}
	l.c = c
	return nil
}

func (l *link) connected() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.c != nil
}
