package stopcutshort

import (
	"bufio"
	"context"
	"errors"
	"os"
)

type ledger struct {
	replica replica
	out     *bufio.Writer
	file    *os.File
	open    func() error
}

// Each step runs.
func (l *ledger) Close() error {
	return errors.Join(l.out.Flush(), l.file.Close())
}

// The branch ends the rest itself.
func (l *ledger) Stop(ctx context.Context) error {
	if err := l.replica.Stop(ctx); err != nil {
		_ = l.out.Flush()
		_ = l.file.Close()
		return err
	}
	_ = l.out.Flush()
	return l.file.Close()
}

// The rest is deferred.
func (l *ledger) Shutdown(ctx context.Context) error {
	defer l.file.Close()
	defer l.out.Flush()
	if err := l.replica.Stop(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

// The error is of no step: there is nothing to stop.
func (l *ledger) Terminate() error {
	if err := l.open(); err != nil {
		return err
	}
	_ = l.out.Flush()
	return l.file.Close()
}

// It does not end the ledger.
func (l *ledger) Commit(ctx context.Context) error {
	if err := l.replica.Stop(ctx); err != nil {
		return err
	}
	return l.out.Flush()
}

// Operations of a service are no stops of it.
func (l *ledger) CloseAccount(ctx context.Context, id string) error {
	if err := l.replica.Stop(ctx); err != nil {
		return err
	}
	return l.out.Flush()
}

func (l *ledger) Release(id string) error {
	if err := l.file.Close(); err != nil {
		return err
	}
	return l.out.Flush()
}
