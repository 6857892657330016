package closebeforedrain

// The callers may have returned before they call Stop, which closes in a helper.
type Printer struct{ sheets chan string }

func NewPrinter() *Printer { return &Printer{sheets: make(chan string)} }

func (p *Printer) Print(sheet string) { p.sheets <- sheet }

func (p *Printer) Next() string { return <-p.sheets }

func (p *Printer) Stop() { p.release() }

func (p *Printer) release() {
	close(p.sheets) // want `close\(p.sheets\) does not wait for calls of Print, which sends at line 8 .*low confidence: the method is called while its object is being stopped or closed`
}
