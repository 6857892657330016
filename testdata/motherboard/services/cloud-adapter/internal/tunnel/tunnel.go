// Package tunnel runs the helper processes that connect the platform with a
// customer's network.
package tunnel

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const stopGrace = 10 * time.Second

var (
	// ErrExists is returned for a name that is in use.
	ErrExists = errors.New("tunnel exists")
	// ErrNotFound is returned for a name that is not in use.
	ErrNotFound = errors.New("no such tunnel")
	// ErrKilled is returned for a process that ignored the request to end.
	ErrKilled = errors.New("tunnel did not end in time and was killed")
)

type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
}

// Manager knows the running tunnels. It is safe for concurrent use.
type Manager struct {
	command string
	mu      sync.Mutex
	running map[string]*process
}

// NewManager returns a manager that runs command for each tunnel.
func NewManager(command string) *Manager {
	return &Manager{command: command, running: make(map[string]*process)}
}

// Start runs a tunnel under name.
func (m *Manager) Start(name string, args ...string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.running[name]; ok {
		return ErrExists
	}
	p := &process{cmd: exec.Command(m.command, args...), done: make(chan struct{})}
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start tunnel: %w", err)
	}
	m.running[name] = p
	go func() {
		defer close(p.done)
		_ = p.cmd.Wait()
	}()
	return nil
}

// Stop ends the tunnel called name and forgets it.
func (m *Manager) Stop(name string) error {
	m.mu.Lock()
	p, ok := m.running[name]
	delete(m.running, name)
	m.mu.Unlock()
	if !ok {
		return ErrNotFound
	}
	return p.stop()
}

// stop asks the process to end before it uses force.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("end tunnel: %w", err)
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(stopGrace):
		return errors.Join(ErrKilled, p.cmd.Process.Kill())
	}
}
