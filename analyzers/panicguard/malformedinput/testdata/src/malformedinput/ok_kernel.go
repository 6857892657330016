package malformedinput

import (
	"bufio"
	"os"
	"strings"
)

// Silent: what the kernel writes has one form.
func modules(found chan<- string) {
	go func() {
		defer close(found)
		f, err := os.Open("/proc/modules")
		if err != nil {
			return
		}
		defer f.Close()
		scanner := bufio.NewScanner(f)
		for scanner.Scan() {
			found <- strings.Fields(scanner.Text())[0]
		}
	}()
}
