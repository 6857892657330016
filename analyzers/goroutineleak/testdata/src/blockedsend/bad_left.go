package blockedsend

import (
	"bufio"
	"io"
)

// Nobody knows how much is sent, and there is no context.
func copyUntilFull(in io.Reader, out io.Writer) error {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(in); scan.Scan(); {
			lines <- scan.Text() // want `send on lines blocks for ever when copyUntilFull returns at line 19 before it has received all`
		}
	}()
	for line := range lines {
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	return nil
}
