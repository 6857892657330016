package closebeforefarewell

import (
	"bufio"
	"os"
)

// What is written after the first Flush is lost.
func flushedBefore(f *os.File, lines []string) error {
	w := bufio.NewWriter(f)
	defer w.Flush()
	if _, err := w.WriteString("header\n"); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, line := range lines {
		w.WriteString(line)
	}
	f.Close() // want `w\.Flush fails, and what it would write or report is lost: f\.Close runs before w\.Flush`
	return nil
}
