package commandnolimit

import (
	"context"
	"net/http"
	"os/exec"
	"time"

	"golang.org/x/crypto/ssh"
)

// The context has a deadline.
func fetchLimited(w http.ResponseWriter, dir string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_ = exec.CommandContext(ctx, "git", "-C", dir, "fetch").Run()
}

// ctxbackground/call-without-context reports it.
func fetchAsked(ctx context.Context, w http.ResponseWriter) {
	_ = exec.Command("git", "fetch").Run()
}

// A timer ends it.
func fetchTimed(w http.ResponseWriter) {
	cmd := exec.Command("git", "fetch")
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Run()
}

// The handler waits no longer than a minute.
func restartLimited(w http.ResponseWriter, session *ssh.Session) {
	done := make(chan error, 1)
	go func() { done <- session.Run("systemctl restart app") }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		_ = session.Signal("KILL")
	}
}

// It is not waited for in place.
func begin(w http.ResponseWriter) error {
	cmd := exec.Command("rsync", "-a", "a", "b")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

// It needs nothing but this machine, and nothing shows that a service waits for it.
func Kernel() ([]byte, error) { return exec.Command("uname", "-r").Output() }
