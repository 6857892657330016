package stopcutshort

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
)

type replica interface {
	Stop(ctx context.Context) error
}

type store struct {
	replica replica
	api     *http.Server
	out     *bufio.Writer
	wal     *os.File
}

func (s *store) put(line string) { _, _ = s.out.WriteString(line) }

// What is buffered is lost when the replica does not stop in time.
func (s *store) Stop(ctx context.Context) error {
	if err := s.replica.Stop(ctx); err != nil {
		return fmt.Errorf("replica: %w", err) // want "s.api.Shutdown \\(line \\d+\\) does not run when s.replica.Stop fails: Stop returns the error before it"
	}
	if err := s.api.Shutdown(ctx); err != nil {
		return err
	}
	return s.out.Flush()
}

type journal struct {
	lock *os.File
	out  *bufio.Writer
}

func (j *journal) add(line string) { _, _ = j.out.WriteString(line) }

func (j *journal) Close() error {
	err := j.lock.Close()
	if err != nil {
		return err // want "j.out.Flush \\(line \\d+\\) does not run when j.lock.Close fails: Close returns the error before it"
	}
	if err := j.out.Flush(); err != nil {
		return err
	}
	return nil
}
