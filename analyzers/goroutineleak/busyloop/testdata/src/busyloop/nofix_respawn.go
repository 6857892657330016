package busyloop

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os/exec"
	"sync"
)

// The two functions call each other as soon as the program has ended.
type sidecar struct {
	program string

	mu      sync.Mutex
	cmd     *exec.Cmd
	stopped bool
}

func (s *sidecar) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spawn()
}

func (s *sidecar) spawn() error {
	cmd := exec.Command(s.program, "--serve")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("sidecar: %w", err)
	}
	s.cmd = cmd
	go s.supervise(cmd, out)
	return nil
}

func (s *sidecar) supervise(cmd *exec.Cmd, out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		log.Print(lines.Text())
	}
	err := cmd.Wait()
	log.Print(err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	if err := s.spawn(); err != nil { // want `a program that ends is started again immediately: nothing pauses or counts between its end \(line 45\) and s.spawn`
		log.Print(err)
	}
}

// A literal waits.
func serveProgram(program string) {
	cmd := exec.Command(program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			log.Print(err)
		}
		serveProgram(program) // want `a program that ends is started again immediately: nothing pauses or counts between its end \(line \d+\) and serveProgram`
	}()
}
