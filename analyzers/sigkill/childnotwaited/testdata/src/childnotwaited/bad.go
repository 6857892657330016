package childnotwaited

import (
	"log"
	"os"
	"os/exec"
)

// Each hook leaves a zombie.
func runHook(hook, path string) {
	cmd := exec.Command(hook, path)
	cmd.Env = append(os.Environ(), "FILE="+path)
	if err := cmd.Start(); err != nil { // want `child remains as a zombie when it has exited, and how it ended goes unnoticed: nothing calls cmd\.Wait`
		log.Printf("hook: %v", err)
	}
}

func notify(tool string) error {
	cmd := exec.Command(tool, "--notify")
	err := cmd.Start() // want `nothing calls cmd\.Wait`
	if err != nil {
		return err
	}
	log.Printf("%s has pid %d", tool, cmd.Process.Pid)
	return nil
}

// A Runner keeps its child to kill it, and does not wait then, either.
type Runner struct {
	cmd *exec.Cmd
}

func (r *Runner) Start() error {
	r.cmd = exec.Command("worker")
	if err := r.cmd.Start(); err != nil { // want `nothing calls r\.cmd\.Wait`
		return err
	}
	return nil
}

func (r *Runner) Stop() error { return r.cmd.Process.Signal(os.Interrupt) }

// In a literal, without a look at the error.
func handler(tool string) func(string) {
	return func(arg string) {
		cmd := exec.Command(tool, arg)
		cmd.Start() // want `nothing calls cmd\.Wait`
	}
}

type player struct{ cmd *exec.Cmd }

// An option gets the command before it is started, and cannot wait for it.
func newPlayer(file string, options ...func(*exec.Cmd)) (*player, error) {
	cmd := exec.Command("mpv", file)
	for _, option := range options {
		option(cmd)
	}
	if err := cmd.Start(); err != nil { // want `child remains as a zombie when it has exited, and how it ended goes unnoticed: nothing calls cmd.Wait`
		return nil, err
	}
	return &player{cmd}, nil
}

func (p *player) stop() error { return p.cmd.Process.Kill() }
