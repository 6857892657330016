package main

import (
	"encoding/json"
	"os"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	output "github.com/lifecyclelint/lifecyclelint/internal/output/audit"
)

func main() {
	var r audit.Report
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		panic(err)
	}
	r.Dir = os.Args[2]
	switch os.Args[3] {
	case "html":
		err = output.HTML(os.Stdout, &r)
	case "markdown":
		err = output.Markdown(os.Stdout, &r)
	default:
		err = output.Table(os.Stdout, &r, true)
	}
	if err != nil {
		panic(err)
	}
}
