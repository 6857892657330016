package pipeorder

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
)

// The child sorts when its input has ended.
func sorted(names []string) error {
	cmd := exec.Command("sort")
	stdin, err := cmd.StdinPipe() // want `a child that reads its input to the end never exits, and cmd.Wait \(line 23\) never returns: nothing closes stdin`
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(stdin, name)
	}
	return cmd.Wait()
}

func emit(w io.WriteCloser, lines []string) {
	buffered := bufio.NewWriter(w)
	defer buffered.Flush()
	for _, line := range lines {
		_, _ = buffered.WriteString(line)
	}
}

// Nor does the function that writes close it.
func through(cmd *exec.Cmd, lines []string) (err error) {
	in, err := cmd.StdinPipe() // want `nothing closes in`
	if err != nil {
		return err
	}
	if err = cmd.Start(); err != nil {
		return err
	}
	emit(in, lines)
	if err = cmd.Wait(); err != nil {
		return fmt.Errorf("filter: %w", err)
	}
	return nil
}
