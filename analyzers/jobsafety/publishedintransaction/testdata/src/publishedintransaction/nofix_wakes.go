package publishedintransaction

import (
	"context"
	"database/sql"
	"sync"
)

type log struct {
	db        *sql.DB
	mu        sync.Mutex
	subs      map[int]chan struct{}
	listeners []func(id int64)
	wake      chan struct{}
}

// The subscribers read before the commit.
func (l *log) Append(ctx context.Context, payload string) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO events (payload) VALUES ($1)", payload); err != nil {
		return err
	}
	l.notify() // want `others look too early, and find nothing: l\.notify notifies them inside the transaction that l\.db\.BeginTx \(line 19\) begins`
	return tx.Commit()
}

func (l *log) notify() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, ch := range l.subs {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// So do a worker, and functions that were registered.
func (l *log) Enqueue(ctx context.Context, id int64) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO jobs (id) VALUES ($1)", id); err != nil {
		return err
	}
	select { // want `others look too early`
	case l.wake <- struct{}{}:
	default:
	}
	for _, listener := range l.listeners { // want `others look too early`
		listener(id)
	}
	return tx.Commit()
}
