package exitinhandler

import (
	"html/template"
	"io"
	"io/fs"
	"log"
	"net/http"
)

type embedded struct{ files fs.FS }

// The page is one of the program's own: it is there and can be parsed, or never.
func (s *embedded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, err := s.files.Open("index.html")
	if err != nil {
		log.Fatal(err) // want `one request ends the process`
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		log.Fatal(err) // want `one request ends the process`
	}
	page, err := template.New("index.html").Parse(string(text))
	if err != nil {
		log.Fatal(err) // want `one request ends the process`
	}
	_ = page.Execute(w, r.URL.Path)
}
