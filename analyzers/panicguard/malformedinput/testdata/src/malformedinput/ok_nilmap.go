package malformedinput

import (
	"encoding/json"
	"net/http"
)

func okNull(w http.ResponseWriter, r *http.Request) {
	var urls map[string]string
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
	if urls == nil {
		urls = make(map[string]string)
	}
	urls["self"] = r.Host
}

func okLength(w http.ResponseWriter, r *http.Request) {
	var urls map[string]string
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
	if len(urls) == 0 {
		return
	}
	urls["self"] = r.Host
}

// What ranges over it writes to no nil map, nor does what has found an element.
func okRange(w http.ResponseWriter, r *http.Request) {
	var urls map[string]string
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
	for name, url := range urls {
		urls[name] = url + "/"
	}
	if old, ok := urls["self"]; ok {
		urls["self"] = old + "/"
	}
}

// Another map is written.
func okOther(w http.ResponseWriter, r *http.Request) {
	var urls map[string]string
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
	sizes := make(map[string]int)
	for name, url := range urls {
		sizes[name] = len(url)
	}
}

type okOrder struct {
	Labels map[string]string `json:"labels"`
	Notes  map[string]string `json:"notes"`
}

func (o *okOrder) defaults() {
	if o.Labels == nil {
		o.Labels = make(map[string]string)
	}
}

// A method makes it.
func okMade(w http.ResponseWriter, r *http.Request) {
	var o okOrder
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		return
	}
	o.defaults()
	o.Labels["owner"] = r.Host
}

// Another function gets it, and may make its maps.
func okPassed(w http.ResponseWriter, r *http.Request, fill func(any)) {
	var o okOrder
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		return
	}
	fill(&o)
	o.Notes["owner"] = r.Host
}

// The value is written before it is decoded.
func okBefore(w http.ResponseWriter, r *http.Request) {
	urls := make(map[string]string)
	urls["self"] = r.Host
	if err := json.NewDecoder(r.Body).Decode(&urls); err != nil {
		return
	}
}

// What is decoded may be what the program has stored itself.
func okStored(rows <-chan []byte, out chan<- map[string]string) {
	go func() {
		for data := range rows {
			var row map[string]string
			if err := json.Unmarshal(data, &row); err != nil {
				return
			}
			row["at"] = "now"
			out <- row
		}
	}()
}
