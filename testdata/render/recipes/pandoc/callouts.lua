-- Shows the title of a callout above its text; Quarto does this itself.
function Div(div)
  local title = div.attributes.title
  if title and div.classes:find_if(function(class) return class:match("^callout%-") end) then
    div.attributes.title = nil
    div.content:insert(1, pandoc.Div(pandoc.Plain(title), { class = "callout-title" }))
    return div
  end
end
