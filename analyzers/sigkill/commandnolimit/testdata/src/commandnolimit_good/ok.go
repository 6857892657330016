package commandnolimitgood

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"

	"golang.org/x/crypto/ssh"
)

type deploy struct{ url, dir string }

func work(ctx context.Context, jobs chan deploy) {
	for job := range jobs {
		_ = clone(ctx, job)
	}
}

func clone(ctx context.Context, job deploy) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "clone", job.url, job.dir)
	cmd.WaitDelay = time.Second // for what git has started
	var out bytes.Buffer
	cmd.Stdout = &out
	return cmd.Run()
}

func restart(session *ssh.Session) error {
	done := make(chan error, 1)
	go func() { done <- session.Run("systemctl restart app") }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		_ = session.Signal("KILL")
		return errors.New("systemctl has not returned within a minute")
	}
}
