package childnotwaited

import (
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
)

// Nope. A goroutine waits.
func waited(tool string) error {
	cmd := exec.Command(tool)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			log.Print(err)
		}
	}()
	return nil
}

// Nope. Close waits.
type pipe struct{ cmd *exec.Cmd }

func (p *pipe) open() error {
	p.cmd = exec.Command("filter")
	return p.cmd.Start()
}

func (p *pipe) Close() error { return p.cmd.Wait() }

// Nope. It is left to init.
func detached(tool string) error {
	cmd := exec.Command(tool)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// Nope. The new process takes over.
func restart() {
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	os.Exit(0)
}

// Nope. The caller gets it.
func started(tool string) (*exec.Cmd, error) {
	cmd := exec.Command(tool)
	return cmd, cmd.Start()
}

// Nope. Run waits.
func run(tool string) error { return exec.Command(tool).Run() }

// Nope. So it does where the caller of the function ends the program.
func upgrade() {
	if err := spawn(); err != nil {
		log.Print(err)
		return
	}
	os.Exit(0)
}

func spawn() error {
	cmd := exec.Command(os.Args[0], "-inherit")
	return cmd.Start()
}

// Nope. A comment in the function says that it is left to itself.
func daemon(out io.Writer, tool string) (int, error) {
	// Nothing waits for it, so that it survives the exit of this process.
	fmt.Fprintln(out, "starting", tool)
	cmd := exec.Command(tool, "daemon")
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	return cmd.Process.Pid, nil
}
