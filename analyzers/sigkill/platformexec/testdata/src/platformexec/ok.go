package platformexec

import (
	"context"
	"errors"
	"log"
	"net"
	"os/exec"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// Waiting for the port needs no program.
func good(ctx context.Context, port string) (net.Listener, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return lifecycle.Listen(ctx, "tcp", ":"+port)
}

// The error is returned, logged, or told apart.
func returned() error {
	if err := exec.Command("ps", "aux").Run(); err != nil {
		return err
	}
	return nil
}

func logged() error {
	if err := exec.Command("ps", "aux").Run(); err != nil {
		log.Print(err)
		return nil
	}
	return nil
}

func toldApart() ([]byte, error) {
	out, err := exec.Command("pgrep", "worker").Output()
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, err
		}
		return nil, nil
	}
	return out, nil
}

func wrapped() (int, error) {
	_, err := exec.Command("pgrep", "worker").Output()
	if err != nil {
		return 0, errors.New("cannot look for workers")
	}
	return 1, nil
}

// Another attempt follows.
func secondTry() ([]byte, error) {
	out, err := exec.Command("ss", "-ltn").Output()
	if err != nil {
		return exec.Command("netstat", "-ltn").Output()
	}
	return out, nil
}

// It is looked for first.
func lookedFor() error {
	if _, err := exec.LookPath("lsof"); err != nil {
		return err
	}
	if err := exec.Command("lsof").Run(); err != nil {
		return nil
	}
	return nil
}

// Another program, which belongs to the service.
func own() error {
	if err := exec.Command("worker", "ps").Run(); err != nil {
		return nil
	}
	return nil
}
