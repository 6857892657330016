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
			lines <- scan.Text() // want `send on lines blocks forever when copyUntilFull returns at line \d+ before it has received all values`
		}
	}()
	for line := range lines {
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	return nil
}
