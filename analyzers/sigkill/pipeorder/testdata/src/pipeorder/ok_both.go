package pipeorder

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
)

// Nope. A goroutine writes.
func inBackground(cmd *exec.Cmd, page []byte) ([]byte, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_, _ = in.Write(page)
		_ = in.Close()
	}()
	data, err := io.ReadAll(out)
	_ = cmd.Wait()
	return data, err
}

// Nope. A goroutine reads.
func readBeside(cmd *exec.Cmd, page []byte) ([]byte, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var all bytes.Buffer
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(&all, out)
		done <- err
	}()
	_, _ = in.Write(page)
	_ = in.Close()
	if err := <-done; err != nil {
		return nil, err
	}
	return all.Bytes(), cmd.Wait()
}

// Nope. A question and its answer: the input stays open.
func asks(cmd *exec.Cmd, question []byte) (string, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	_, _ = in.Write(question)
	answer, err := bufio.NewReader(out).ReadString('\n')
	_ = in.Close()
	_ = cmd.Wait()
	return answer, err
}

// Nope. A constant fits.
func fixed(cmd *exec.Cmd) ([]byte, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, _ = io.WriteString(in, "yes\n")
	_ = in.Close()
	data, err := io.ReadAll(out)
	_ = cmd.Wait()
	return data, err
}
