package deferinloop

import (
	"io"
	"log"
	"net/http"
	"os"
)

func sum(paths []string) (total int64) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err == nil {
			defer f.Close() // want `f.Close runs when the function returns: what each pass of the loop at line \d+ opens stays open until then`
			n, _ := io.Copy(io.Discard, f)
			total += n
		}
	}
	return total
}

func watch(urls <-chan string) {
	for url := range urls {
		resp, err := http.Get(url)
		if err != nil {
			log.Print(err)
		} else {
			defer resp.Body.Close() // want `resp.Body.Close runs when the function returns`
			log.Print(resp.StatusCode)
		}
	}
}
